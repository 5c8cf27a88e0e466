/**
 * Copies a text to the clipboard, also on plain http pages, where browsers do not offer the clipboard API.
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
  const onCopy = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  window.addEventListener('copy', onCopy, { capture: true, once: true });
  const done = document.execCommand('copy');
  window.removeEventListener('copy', onCopy, { capture: true });
  return done;
}
