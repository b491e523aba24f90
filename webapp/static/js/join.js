// A scanned address carries the code behind its #: put it into the field, clean the address, enter.
const form = document.getElementById("enter");
const code = decodeURIComponent(location.hash.slice(1));
if (/^\d{4,12}$/.test(code)) {
  history.replaceState(null, "", location.pathname + location.search);
  form.elements.code.value = code;
  form.requestSubmit();
}
