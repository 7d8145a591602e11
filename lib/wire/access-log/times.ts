const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Months by their three letters as one number. */
const months = new Map(['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'].map((name, at) => [lettersAt(name, 0), at]));

function lettersAt(text: string, at: number): number {
  return (text.charCodeAt(at) << 16) | (text.charCodeAt(at + 1) << 8) | text.charCodeAt(at + 2);
}

/** Two or four digits; NaN for anything else. */
function digits(text: string, at: number, count: number): number {
  let value = 0;
  for (let i = at; i < at + count; i += 1) {
    const digit = text.charCodeAt(i) - 48;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

/** Offset from UTC in ms as `+0100`, `+01:00` or `Z`; NaN for anything else. */
function offsetAt(text: string, at: number): number {
  const sign = text.charCodeAt(at);
  if (sign === 0x5a) return 0;
  if (sign !== 0x2b && sign !== 0x2d) return Number.NaN;
  const minutes = text.charCodeAt(at + 3) === 0x3a ? at + 4 : at + 3;
  const size = digits(text, at + 1, 2) * HOUR + digits(text, minutes, 2) * MINUTE;
  return sign === 0x2d ? -size : size;
}

const clockAt = (text: string, at: number) => upTo(23, digits(text, at, 2)) * HOUR + minuteAt(text, at + 3);

/** Minutes and seconds, `55:36`; 60 is a leap second. */
const minuteAt = (text: string, at: number) => upTo(59, digits(text, at, 2)) * MINUTE + upTo(60, digits(text, at + 3, 2)) * 1000;

/** One line with the hour 99 must not stretch the time range of a log by days. */
const upTo = (most: number, value: number) => (value <= most ? value : Number.NaN);

/** Hour and offset of the line before: neighbours of a log share them, which saves the calendar. */
const hour = new Uint16Array(26);
let hourStart = Number.NaN;

/** `10/Oct/2000:13:55:36 -0700`, the time of the common log format. Epoch ms; NaN when it is not one. */
export function logTimeAt(text: string, at: number): number {
  if (!sameHour(text, at)) {
    for (let i = 0; i < 26; i += 1) hour[i] = text.charCodeAt(at + i);
    hourStart = hourAt(text, at);
  }
  return hourStart + minuteAt(text, at + 15);
}

/** Minutes and seconds stand at 15 to 19. */
function sameHour(text: string, at: number): boolean {
  for (let i = 0; i < 14; i += 1) if (text.charCodeAt(at + i) !== hour[i]) return false;
  for (let i = 20; i < 26; i += 1) if (text.charCodeAt(at + i) !== hour[i]) return false;
  return true;
}

function hourAt(text: string, at: number): number {
  const month = months.get(lettersAt(text, at + 3));
  if (month === undefined) return Number.NaN;
  return dayStart(digits(text, at + 7, 4), month, digits(text, at, 2)) + upTo(23, digits(text, at + 12, 2)) * HOUR - offsetAt(text, at + 21);
}

/** `2016-04-15T20:17:00.310Z` or with an offset, with or without a fraction. Epoch ms; NaN when it is not one. */
export function isoTimeAt(text: string, at: number): number {
  if (text.charCodeAt(at + 4) !== 0x2d || text.charCodeAt(at + 10) !== 0x54) return Number.NaN;
  let end = at + 19;
  let fraction = 0;
  if (text.charCodeAt(end) === 0x2e) {
    let scale = 100;
    for (end += 1; text.charCodeAt(end) >= 48 && text.charCodeAt(end) <= 57; end += 1) {
      fraction += (text.charCodeAt(end) - 48) * scale;
      scale /= 10;
    }
  }
  return dayStart(digits(text, at, 4), digits(text, at + 5, 2) - 1, digits(text, at + 8, 2)) + clockAt(text, at + 11) + Math.floor(fraction) - offsetAt(text, end);
}

/** A year that no access log can have is a broken line. Days since 1970 by the civil calendar, without a Date object for each line. */
function dayStart(year: number, month: number, day: number): number {
  if (!(year >= 1970 && year < 2200 && month >= 0 && month <= 11 && day >= 1 && day <= 31)) return Number.NaN;
  const y = month < 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const ofEra = y - era * 400;
  const ofYear = Math.floor((153 * ((month + 10) % 12) + 2) / 5) + day - 1;
  return (era * 146_097 + ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear - 719_468) * DAY;
}
