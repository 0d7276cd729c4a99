/** The default metrics of prom-client one by one, for which it has no types. */
declare module 'prom-client/lib/metrics/*' {
  export default function add(registry: import('prom-client').Registry, config: { eventLoopMonitoringPrecision: number }): void;
}
