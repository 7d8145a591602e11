/**
 * The JSON documents in a text: usually one; some gateways write several one after the other, with or without a line break
 * between them. Null when the text is not JSON throughout. Linear in its length.
 */
export function parseDocuments(text: string): readonly unknown[] | null {
  const whole = parse(text);
  if (whole) return [whole.value];
  const documents: unknown[] = [];
  for (const part of split(text)) {
    const parsed = parse(part);
    if (!parsed) return null;
    documents.push(parsed.value);
  }
  return documents.length > 0 ? documents : null;
}

function parse(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return null;
  }
}

/** Cuts behind every brace or bracket that closes a document. Brackets inside of strings count for nothing. */
function split(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i += 1) {
    const char = text[i]!;
    if (quoted) {
      if (char === '\\') i += 1;
      else if (char === '"') quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === '{' || char === '[') depth += 1;
    else if ((char === '}' || char === ']') && (depth -= 1) === 0) {
      parts.push(text.slice(from, i + 1));
      from = i + 1;
    }
  }
  if (text.slice(from).trim() !== '') parts.push(text.slice(from));
  return parts;
}
