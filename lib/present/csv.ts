/** What a spreadsheet takes for the start of a formula: `=` `+` `-` `@`, and the same in full width, which some turn into the plain ones. */
const TRIGGER = '=+\\-@\\uff1d\\uff0b\\uff0d\\uff20';
/** What may stand before it unseen: blanks, controls, zero-width marks. */
const UNSEEN = '\\s\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff';
const AT_START = new RegExp(`^(?=[${UNSEEN}"']*[${TRIGGER}]|[\\t\\r\\n])`);
/** Spreadsheets of some languages split a file at `;` or tab whatever its name says: what follows one would start a cell there. */
const AFTER_SEPARATOR = new RegExp(`([;\\t\\r\\n][${UNSEEN}"']*)(?=[${TRIGGER}])`, 'g');

/**
 * One cell. Text that a spreadsheet would run as a formula gets an apostrophe in front: labels come from outside.
 * Numbers stay numbers, also negative ones.
 */
export function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  const safe = value.replace(AFTER_SEPARATOR, "$1'").replace(AT_START, "'");
  return /[",;\t\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A table as CSV (RFC 4180). Unknown values are empty cells, never 0. */
export function toCsv(head: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string {
  return [head, ...rows].map((row) => row.map(csvCell).join(',')).join('\r\n');
}
