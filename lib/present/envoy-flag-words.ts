/** Envoy's response flags in words (Envoy, access log, "response flags"). */
export const envoyFlagWords: ReadonlyMap<string, string> = new Map([
  ['UH', 'no healthy upstream host'], ['UF', 'upstream connection failure'], ['UO', 'upstream overflow (circuit breaking)'], ['NR', 'no route matched'],
  ['URX', 'the limit of retries was reached'], ['NC', 'upstream cluster not found'], ['DT', 'the longest duration of a request or connection was reached'], ['DC', 'the client closed the connection'],
  ['LH', 'the local service failed its health check'], ['UT', 'upstream request timeout'], ['LR', 'the connection was reset by Envoy itself'], ['UR', 'the upstream reset the stream'],
  ['UC', 'the upstream closed the connection'], ['DI', 'a delay was injected'], ['FI', 'a fault was injected'], ['RL', 'rate limited'], ['RLSE', 'the rate limit service had an error'],
  ['UAEX', 'denied by the external authorization service'], ['IH', 'a header had an invalid value'], ['SI', 'stream idle timeout'], ['DPE', 'the client broke the protocol'],
  ['UPE', 'the upstream broke the protocol'], ['UMSDR', 'the longest duration of an upstream stream was reached'], ['OM', 'the overload manager ended the request'], ['DF', 'DNS resolution failure'],
  ['DO', 'dropped for overload of the cluster'], ['UDO', 'dropped for overload without condition'], ['DR', 'the client reset the stream'], ['NFCF', 'the configuration of a filter did not arrive in time'],
  ['RFCF', 'answered by the cache filter'],
]);
