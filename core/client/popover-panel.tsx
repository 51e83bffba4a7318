// A panel beside what opened it, as a component: closed by Escape or a click elsewhere; on a phone a sheet at the bottom.
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { place } from './popover.ts';
import { typeInto } from './type-ahead/search-text.ts';
import type { TypeAhead } from './type-ahead/type-ahead.ts';

export interface PopoverPanelProps {
  anchor: HTMLElement;
  label: string;
  class?: string;
  /** what is typed until it is there, for the list in it that is found by typing */
  ahead?: TypeAhead | undefined;
  onClose(): void;
  children: ComponentChildren;
}

const NARROW = '(width < 600px)';

export function PopoverPanel({ anchor, label, class: own = '', ahead, onClose, children }: PopoverPanelProps) {
  const shown = useRef<HTMLDivElement>(null);
  // What opened it may move or go while it is open.
  const [at] = useState(() => anchor.getBoundingClientRect());
  useLayoutEffect(() => {
    const panel = shown.current as HTMLDivElement;
    panel.showPopover();
    const first = panel.querySelector<HTMLElement>('[data-first]') ?? panel.querySelector<HTMLElement>('input, button');
    first?.focus();
    if (first instanceof HTMLInputElement && first.role === 'combobox') typeInto(first, ahead?.take());
    else ahead?.take();
    anchor.setAttribute('aria-expanded', 'true');
    return () => anchor.setAttribute('aria-expanded', 'false');
  }, [anchor]);
  // What it holds grows and shrinks, and stays inside of the window.
  useLayoutEffect(() => {
    const panel = shown.current as HTMLDivElement;
    const fit = () => {
      if (matchMedia(NARROW).matches) panel.style.left = panel.style.top = '';
      else place({ getBoundingClientRect: () => at }, panel);
    };
    fit();
    const sizes = new ResizeObserver(fit);
    sizes.observe(panel);
    return () => sizes.disconnect();
  }, []);
  return (
    <div
      ref={shown}
      popover="auto"
      role="dialog"
      aria-label={label}
      class={`popover sheet ${own}`}
      onToggle={({ newState }) => {
        if (newState === 'closed') onClose();
      }}
    >
      {children}
    </div>
  );
}
