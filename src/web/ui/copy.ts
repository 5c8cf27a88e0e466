/**
 * Puts a text on the clipboard, also where the page came over plain http, where browsers withhold the modern way.
 *
 *   copyText   @returns whether it worked
 */
export async function copyText(text: string): Promise<boolean> {
  if (window.isSecureContext) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  }
  const give = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  window.addEventListener('copy', give, { capture: true, once: true });
  const done = document.execCommand('copy');
  window.removeEventListener('copy', give, { capture: true });
  return done;
}
