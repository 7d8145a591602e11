/**
 * What bytes that are no UTF-8 text were before they were read as such, and the way out; null where nothing tells. They came here as
 * replacement characters: what stands beside those tells.
 */
export function packedKind(text: string): string | null {
  if (/^\u001f\ufffd\u0008/.test(text)) return 'a gzip file: unpack it first';
  if (/^PK\u0003\u0004/.test(text)) return 'a zip file: unpack it first';
  return /^\ufffd\ufffd(.\0|\0.)/.test(text) ? 'text in UTF-16: save it as UTF-8' : null;
}
