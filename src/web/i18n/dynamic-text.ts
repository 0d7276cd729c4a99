import type { i18n as I18n } from 'i18next';

type DynamicNamespace = 'adminReports' | 'errors' | 'imports' | 'shell' | 'tariffs';

/** The text of a key known only at run time, such as an error code of the server; undefined if there is none. */
export function dynamicText(i18n: I18n, namespace: DynamicNamespace, key: string, values: Record<string, string> = {}): string | undefined {
  if (!i18n.exists(key, { ns: namespace })) return undefined;
  return String(i18n.t(key as never, { ...values, ns: namespace } as never));
}
