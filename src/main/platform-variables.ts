/**
 * Whether Kubernetes set the variable, for a service whose name makes it one of ours: a service
 * giro-metrics sets GIRO_METRICS_PORT to tcp://10.0.0.9:9464, beside GIRO_METRICS_SERVICE_HOST.
 */
export function isServiceLink(name: string, text: string, variables: NodeJS.ProcessEnv): boolean {
  if (!name.endsWith('_PORT') || !/^(tcp|udp|sctp):\/\//.test(text)) return false
  return variables[name.replace(/_PORT$/, '_SERVICE_HOST')] !== undefined
}
