// An island: a Preact component that the server renders into a page and the browser wakes up where it stands.
import { type ComponentType, h, hydrate } from 'preact';

/** Wakes every element of this island; on the server it only names the component. `props` are JSON. */
export function island<Props extends object>(name: string, component: ComponentType<Props>): ComponentType<Props> {
  if (typeof document !== 'undefined') {
    for (const found of document.querySelectorAll<HTMLElement>(`[data-island="${name}"]`)) {
      hydrate(h(component, JSON.parse(found.dataset.props ?? '{}') as Props), found);
    }
  }
  return component;
}
