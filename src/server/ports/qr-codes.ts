/** Light modules around the code, as the standard requires. */
const BORDER = 4;

/** Draws a text as a QR code: an SVG path of its dark modules, one unit each. The library is loaded on first use. */
export async function qrCode(text: string): Promise<{ size: number; path: string }> {
  const { encodeQR } = await import('qr');
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: BORDER });
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return { size: rows.length, path };
}
