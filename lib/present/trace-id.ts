/** A trace id cut for a list, told apart from others: ids of 64 bits are filled up with zeros on the left, and those say nothing. */
export function shortTraceId(traceId: string, digits: number): string {
  return (/^0{16}(?=[0-9a-f]{16}$)/i.test(traceId) ? traceId.slice(16) : traceId).slice(0, digits);
}
