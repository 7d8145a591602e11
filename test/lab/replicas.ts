import type { Cluster, Pod, ReplicaSet } from './cluster';
import { type AppName, apps, zones } from './fleet';
import { withFreePorts } from './ports';
import type { Started, Supervisor } from './supervisor';

/** A running replica of an application: a pod of the cluster and the process that plays it. */
export interface Replica {
  readonly app: AppName;
  readonly pod: Pod;
  readonly process: Started;
  /** `ip:port`, as an endpoint list holds it. */
  readonly endpoint: string;
}

export interface ReplicaHost {
  readonly supervisor: Supervisor;
  readonly cluster: Cluster;
  readonly jaeger: { readonly otlp: string };
  /** The built server that every replica runs. */
  readonly serverFile: string;
}

/** Starts a replica in a new pod of the set; the pod is ready when the process listens. */
export async function startReplica({ supervisor, cluster, jaeger, serverFile }: ReplicaHost, app: AppName, set: ReplicaSet, zone: string): Promise<Replica> {
  const pod = cluster.addPod(set, zone);
  const replica = await withFreePorts(1, pod.ip, async ([port]) => {
    const process = supervisor.spawn(pod.name, globalThis.process.execPath, [serverFile], { env: environment(app, pod, port!, jaeger.otlp) });
    await process.line((line) => line.startsWith('listening '), 60_000);
    return { app, pod, process, endpoint: `${pod.ip}:${port}` };
  });
  pod.ready = true;
  return replica;
}

/** Zone for the n-th replica: round robin, as a topology spread constraint gives. */
export const zoneOf = (index: number) => zones[index % zones.length]!;

function environment(app: AppName, pod: Pod, port: number, otlp: string): Record<string, string> {
  return {
    LAB_APP: app,
    LAB_NAMESPACE: pod.namespace,
    LAB_POD: pod.name,
    LAB_ZONE: pod.zone,
    LAB_IP: pod.ip,
    LAB_PORT: String(port),
    LAB_VERSION: pod.image.split(':').pop() ?? '',
    LAB_OTLP: apps[app].instrumented ? otlp : '',
    // Both generations of HTTP names are in the field: the cart still writes the old ones.
    OTEL_SEMCONV_STABILITY_OPT_IN: app === 'cart' ? '' : 'http',
    NODE_OPTIONS: '',
  };
}
