/** Milliseconds until the memory of a file is freed; browsers read it after the click. */
const KEPT = 60_000;

/** Saves a file as a download of the browser. */
export function saveFile(name: string, bytes: Uint8Array<ArrayBuffer>, type: string): void {
  const url = URL.createObjectURL(new Blob([bytes], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT);
}

/** The file name in a Content-Disposition header of the server. */
export const nameIn = (disposition: string): string => decodeURIComponent(/filename\*=UTF-8''([^;]*)/.exec(disposition)?.[1] ?? '');
