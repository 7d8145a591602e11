import { proxyNames, traceServices } from './fleet';

/** The configuration with which Weir reads the lab (contracts.md section 3). `jaeger` null: metrics alone. */
export function weirConfig(prometheus: string, jaeger: string | null): string {
  return `environments:
  - name: lab
    metrics: {type: prometheus, url: "${prometheus}"}
${jaeger === null ? '' : `    traces: {type: jaeger, url: "${jaeger}", ui: "${jaeger}"}\n`}    zones: {from: target-label, label: az}
    proxies:
      - name: ${proxyNames.skipper}
        dialect: skipper
        selector: {job: skipper}
        labels: {pod: pod, namespace: namespace}
        traces: {service: ${traceServices.skipper}}
      - name: ${proxyNames.envoy}
        dialect: envoy
        selector: {job: envoy}
        labels: {pod: pod, namespace: namespace}
        traces: {service: ${traceServices.envoy}}
    workloads: {from: kube-state-metrics}
`;
}
