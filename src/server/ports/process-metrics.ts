import type { Registry } from 'prom-client';
import eventLoopLag from 'prom-client/lib/metrics/eventLoopLag.js';
import heapSizeAndUsed from 'prom-client/lib/metrics/heapSizeAndUsed.js';
import heapSpacesSizeAndUsed from 'prom-client/lib/metrics/heapSpacesSizeAndUsed.js';
import osMemoryHeap from 'prom-client/lib/metrics/osMemoryHeap.js';
import processCpuTotal from 'prom-client/lib/metrics/processCpuTotal.js';
import processMaxFileDescriptors from 'prom-client/lib/metrics/processMaxFileDescriptors.js';
import processOpenFileDescriptors from 'prom-client/lib/metrics/processOpenFileDescriptors.js';
import processResources from 'prom-client/lib/metrics/processResources.js';
import processStartTime from 'prom-client/lib/metrics/processStartTime.js';
import version from 'prom-client/lib/metrics/version.js';

/** Milliseconds between two measurements of the event loop delay. */
const LOOP_PRECISION = 20;

const METRICS = [
  eventLoopLag,
  heapSizeAndUsed,
  heapSpacesSizeAndUsed,
  osMemoryHeap,
  processCpuTotal,
  processMaxFileDescriptors,
  processOpenFileDescriptors,
  processResources,
  processStartTime,
  version,
];

/**
 * Adds the default metrics of prom-client, without garbage collections, whose observer takes 3 % of the CPU time (decision 48), and
 * without handles and requests, which `processResources` counts as well.
 */
export function addProcessMetrics(registry: Registry): void {
  for (const add of METRICS) add(registry, { eventLoopMonitoringPrecision: LOOP_PRECISION });
}
