// Going elsewhere without a connection would end in the browser's own error, and the page with what lies ready on it
// would be gone. So it is asked first whether the server is there.

const ANSWER = 2500;

/** Whether the server answers. The browser's own word is no help: a hall without internet is "offline" to some. */
export async function reachable() {
  const icon = /** @type {HTMLLinkElement} */ (document.querySelector('link[rel="icon"]'));
  try {
    return (await fetch(icon.href, { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(ANSWER) })).ok;
  } catch {
    return false;
  }
}

/** The link that a click follows in this window; null for one that does not. @param {MouseEvent} event */
export function followed(event) {
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (event.defaultPrevented || !(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return null;
  const stays = link.origin !== location.origin || link.getAttribute("href")?.startsWith("#") || link.hasAttribute("download");
  return stays ? null : link;
}

/** Send a form as the button that was pressed would. @param {HTMLFormElement} form @param {HTMLElement|null} submitter */
export function send(form, submitter) {
  if (submitter instanceof HTMLButtonElement && submitter.name)
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name: submitter.name, value: submitter.value }));
  form.submit();
}

/**
 * Follow links and send forms only while the server is there.
 * @param {() => void} refused  says that it is not
 * @param {{link?: (link: HTMLAnchorElement) => boolean, form?: HTMLFormElement}} [own]  whether a link was followed in
 *   another way; a form that is looked after elsewhere
 */
export function guard(refused, { link: taken = () => false, form: own } = {}) {
  addEventListener("click", async (event) => {
    const link = followed(event);
    if (!link) return;
    event.preventDefault();
    if (taken(link)) return;
    if (await reachable()) location.assign(link.href);
    else refused();
  });
  addEventListener("submit", async (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (form === own || event.defaultPrevented) return;
    const { submitter } = event;
    event.preventDefault();
    if (await reachable()) send(form, submitter);
    else refused();
  });
}
