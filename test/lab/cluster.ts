import type { Random } from './random';
import { zones } from './fleet';

/** The cluster that does not exist: what kube-state-metrics would report, driven by the scenario. Times are epoch ms. */
export interface Pod {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly ip: string;
  readonly node: string;
  readonly zone: string;
  readonly replicaSet: string;
  readonly image: string;
  readonly created: number;
  ready: boolean;
  /** Set while the pod is terminating. */
  deletion: number | null;
}

export interface ReplicaSet {
  readonly namespace: string;
  readonly name: string;
  readonly workload: string;
  readonly created: number;
  readonly image: string;
  replicas: number;
}

export type ProgressReason = 'NewReplicaSetCreated' | 'ReplicaSetUpdated' | 'NewReplicaSetAvailable';

export interface Deployment {
  readonly namespace: string;
  readonly name: string;
  readonly container: string;
  readonly created: number;
  replicas: number;
  generation: number;
  reason: ProgressReason;
  /** Name of the ReplicaSet of the newest template. */
  current: string;
}

export interface Service {
  readonly namespace: string;
  readonly name: string;
  /** Deployments whose pods are behind it. */
  readonly workloads: readonly string[];
  /** Endpoints carry zone hints. */
  hints: boolean;
  /** How the service asks for hints: by the annotation `topology-mode: Auto`, by `trafficDistribution: PreferSameZone`, or not. */
  routing: 'none' | 'auto' | 'same-zone';
}

export interface Node {
  readonly name: string;
  readonly zone: string;
  readonly cpu: number;
  /** The node carries its zone label. */
  labelled: boolean;
}

export interface Autoscaler {
  readonly namespace: string;
  readonly name: string;
  readonly deployment: string;
  readonly min: number;
  readonly max: number;
}

export class Cluster {
  readonly nodes: readonly Node[] = zones.flatMap((zone, index) => [1, 2].map((n) => ({ name: `ip-10-0-${index + 1}-${10 * n}.eu-central-1.compute.internal`, zone, cpu: 8, labelled: true })));
  readonly pods = new Map<string, Pod>();
  readonly replicaSets = new Map<string, ReplicaSet>();
  readonly deployments = new Map<string, Deployment>();
  readonly services: Service[] = [];
  readonly autoscalers: Autoscaler[] = [];
  #address = 0;

  /** `network`: second number of all pod addresses (127.network.x.y), so that two labs on one host never meet. */
  constructor(readonly random: Random, readonly network = 20) {}

  /** Adds a deployment with its first ReplicaSet, without pods. */
  addDeployment(namespace: string, name: string, image: string, replicas: number, container = name): Deployment {
    const deployment: Deployment = { namespace, name, container, created: Date.now(), replicas, generation: 1, reason: 'NewReplicaSetAvailable', current: '' };
    this.deployments.set(`${namespace}/${name}`, deployment);
    this.addReplicaSet(deployment, image, replicas);
    return deployment;
  }

  /** A new template: a ReplicaSet that becomes the current one. */
  addReplicaSet(deployment: Deployment, image: string, replicas: number): ReplicaSet {
    const name = `${deployment.name}-${this.random.suffix(10)}`;
    const set: ReplicaSet = { namespace: deployment.namespace, name, workload: deployment.name, created: Date.now(), image, replicas };
    this.replicaSets.set(`${set.namespace}/${set.name}`, set);
    deployment.current = name;
    return set;
  }

  /** A pod that exists but is not ready. Its address is a loopback address of its own, as pods have their own. */
  addPod(set: ReplicaSet, zone: string): Pod {
    this.#address += 1;
    const pod: Pod = {
      namespace: set.namespace,
      name: `${set.name}-${this.random.suffix(5)}`,
      uid: `${this.random.suffix(8)}-${this.random.suffix(4)}-4${this.random.suffix(3)}-9${this.random.suffix(3)}-${this.random.suffix(12)}`,
      ip: `127.${this.network}.${Math.floor(this.#address / 250)}.${(this.#address % 250) + 1}`,
      node: this.random.pick(this.nodes.filter((node) => node.zone === zone)).name,
      zone,
      replicaSet: set.name,
      image: set.image,
      created: Date.now(),
      ready: false,
      deletion: null,
    };
    this.pods.set(pod.uid, pod);
    return pod;
  }

  removePod(pod: Pod): void {
    this.pods.delete(pod.uid);
  }

  podsOf(set: ReplicaSet): Pod[] {
    return [...this.pods.values()].filter((pod) => pod.namespace === set.namespace && pod.replicaSet === set.name);
  }

  setsOf(deployment: Deployment): ReplicaSet[] {
    return [...this.replicaSets.values()].filter((set) => set.namespace === deployment.namespace && set.workload === deployment.name);
  }

  /** Pods behind a service, ready or not. */
  podsBehind(service: Service): Pod[] {
    const sets = new Set([...this.replicaSets.values()].filter((set) => set.namespace === service.namespace && service.workloads.includes(set.workload)).map((set) => set.name));
    return [...this.pods.values()].filter((pod) => pod.namespace === service.namespace && sets.has(pod.replicaSet));
  }

  service(namespace: string, name: string): Service {
    const found = this.services.find((service) => service.namespace === namespace && service.name === name);
    if (found === undefined) throw new Error(`no service ${namespace}/${name}`);
    return found;
  }
}
