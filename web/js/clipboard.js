// Copies a text, also where the browser has no clipboard for pages without HTTPS.

/** Whether the text of this field could be copied; if not, it is left selected. */
export async function copyFrom(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.focus();
    field.select();
    return document.execCommand('copy');
  }
}
