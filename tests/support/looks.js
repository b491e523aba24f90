/** What can be measured of a page's looks; tests/support/looks.py asks. */
(() => {
  const shown = (one) => one.getClientRects().length > 0 && !one.closest("dialog:not([open])");
  const name = (one) => `${one.tagName}.${one.className}#${one.id}`;
  const box = (one) => {
    const { left, top, right, bottom, width, height } = one.getBoundingClientRect();
    return { left, top, right, bottom, width, height };
  };

  /** What is to be pressed and is smaller than it may be. */
  const small = ({ target, card }) => {
    const inText = (one) => one.matches("a") && getComputedStyle(one).display === "inline";
    const inLabel = (one) => one.matches("[type=checkbox], [type=radio], [type=hidden]");
    return [...document.querySelectorAll("a, button, input, select, textarea, summary, label.choice")]
      .filter((one) => shown(one) && !inText(one) && !inLabel(one))
      .map((one) => ({ one, ...box(one), least: one.matches("[data-card], .zone-button") ? card : target }))
      .filter(({ width, height, least }) => width < least - 0.5 || height < least - 0.5)
      .map(({ one, width, height }) => `${name(one)} ${width.toFixed(1)}x${height.toFixed(1)}`);
  };

  /** Parts of a board that the screen cuts. */
  const outside = () => {
    const parts = "#table .bar > *, #poem, .territory, #says, #deck, #deck > *, .tools > *";
    return [...document.querySelectorAll(parts)]
      .filter((one) => shown(one) && !one.matches("[popover]"))
      .map((one) => ({ one, ...box(one) }))
      .filter((at) => at.left < -0.5 || at.top < -0.5 || at.right > innerWidth + 0.5 || at.bottom > innerHeight + 0.5)
      .map(({ one, ...at }) => `${name(one)} ${JSON.stringify(at)}`);
  };

  /** Parts of a board that lie on each other. */
  const overlaps = () => {
    const names = ["#table .bar", "#poem", ".territory.far", ".territory.near", "#says", "#deck", ".tools", "#log"];
    const parts = names.map((part) => document.querySelector(part)).filter((one) => one && shown(one));
    return parts.flatMap((one, index) => {
      const a = box(one);
      const over = (other) => {
        const b = box(other);
        return Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
      };
      return parts.slice(index + 1).filter(over).map((other) => `${name(one)} over ${name(other)}`);
    });
  };

  return { small, outside, overlaps };
})()
