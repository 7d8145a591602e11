import { proxyNames, traceServices } from './fleet';

/** The configuration with which Weir reads the lab (contracts.md section 3). */
export function weirConfig(prometheus: string, jaeger: string): string {
  return `environments:
  - name: lab
    metrics: {type: prometheus, url: "${prometheus}"}
    traces: {type: jaeger, url: "${jaeger}", ui: "${jaeger}"}
    zones: {from: target-label, label: az}
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
