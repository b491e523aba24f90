/** Numbers as people type them into a field, also with full-width digits and with a comma for the point; and as they are shown. */

/**
 * A number with so many decimal places, with the comma or the point of the page's language.
 * @param {number} value
 * @param {number} places
 */
export function decimal(value, places) {
  const digits = { minimumFractionDigits: places, maximumFractionDigits: places, useGrouping: false };
  return new Intl.NumberFormat(document.documentElement.lang || "en", digits).format(value);
}

/**
 * @param {string} text
 * @returns {number} NaN for what is no number
 */
export function typed(text) {
  const plain = text.normalize("NFKC").trim().replace(",", ".");
  return /^\d{1,9}(\.\d{1,9})?$/.test(plain) ? Number(plain) : NaN;
}

/**
 * The number in a field, null where it is none, is more than the field's `data-most`, or is to be whole (`data-whole`)
 * and is not; then the field is marked as wrong.
 * @param {HTMLInputElement} field
 * @returns {number|null}
 */
export function numberIn(field) {
  const number = typed(field.value);
  const { most = "Infinity", whole } = field.dataset;
  const fits = number <= Number(most) && (whole === undefined || Number.isInteger(number));
  if (fits) field.removeAttribute("aria-invalid");
  else field.setAttribute("aria-invalid", "true");
  return fits ? number : null;
}
