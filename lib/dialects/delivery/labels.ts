/** Metrics whose presence says which delivery tools are here. Each exists for every object of the tool, whatever happens to it. */
export const presence = {
  argoRollouts: 'rollout_info',
  argoCd: 'argocd_app_info',
  flux: 'gotk_resource_info',
  flagger: 'flagger_canary_status',
} as const;

/**
 * The object's namespace. A scrape that does not honour the exporter's labels moves it to `exported_namespace`, and `namespace`
 * is then that of the exporter.
 */
export const OWN_NAMESPACE = 'exported_namespace';

export const ARGO_ROLLOUTS_MEND = 'scrape the Argo Rollouts controller (:8090)';
export const ARGO_CD_MEND = 'scrape the Argo CD application controller (:8082)';
export const FLUX_MEND = 'let kube-state-metrics export Flux resources as gotk_resource_info with the label revision: the own metrics of Flux count reconciliations, which change nothing most of the time';
export const FLAGGER_MEND = 'scrape Flagger (:8080)';
