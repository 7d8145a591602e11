/** What one command reads from standard input: in words, and one line of it that works. */
interface InputHelp {
  readonly words: string;
  readonly example: string;
}

function described(words: string, example: string): InputHelp {
  return { words: `${words}, for example ${example}`, example };
}

/** Inputs that people write by hand. Each example is one that the command answers. */
export const inputs = {
  zoneFlapping: described('"start" (epoch ms), "stepSeconds" and "zones" (requests a second of each zone, a list of one value a step)', '{"start":0,"stepSeconds":15,"zones":{"a":[50,51],"b":[49,50]}}'),
  changePoints: described('"values" (one or more lists of numbers or null, all of one length)', '{"values":[[1,1,1,9,9,9]]}'),
  rolloutErrors: described('"start" (epoch ms), "stepSeconds", "errors" (counts a step by status) and "rollouts" (workload, from, to)', '{"start":0,"stepSeconds":15,"requests":[100,100,100],"errors":{"502":[0,6,0]},"rollouts":[{"workload":"shop/cart","from":0,"to":30000}]}'),
  hints: described('"cpuByZone" (allocatable cores of each zone) and "replicas" (the smallest and the largest count)', '{"cpuByZone":{"a":12,"b":12,"c":12},"replicas":[1,60]}'),
} as const satisfies Record<string, InputHelp>;

/** One line that works, for the help of commands that read what other programs write. */
export const examples = {
  classify: '{"path":"/wp-login.php","host":"shop.example","userAgent":"curl/8","count":3}',
  attribute: '{"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"skipper-ingress"}}]},"scopeSpans":[{"spans":[{"traceId":"0af7651916cd43dd8448eb211c80319c","spanId":"00000000000000a1","name":"ingress","kind":2,"startTimeUnixNano":"1795990000000000000","endTimeUnixNano":"1795990000003000000","attributes":[{"key":"http.status_code","value":{"intValue":"404"}}]}]}]}]}',
} as const;
