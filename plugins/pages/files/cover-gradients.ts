// Covers of our own: quiet gradients that are drawn by the server and need no upload.
import { type COVER_NAMES, coverUrl } from './cover-address.ts';

/** By name: colours from one corner to the other. */
export const COVERS: Record<(typeof COVER_NAMES)[number], readonly [string, string, string]> = {
  dawn: ['#fde2c8', '#f6b89e', '#b98bb5'],
  meadow: ['#e9f3c9', '#a9d3a1', '#4f9a86'],
  harbour: ['#d8eef2', '#8fc3d4', '#3f6f96'],
  dusk: ['#cfd0ee', '#8d86c4', '#4a3f78'],
  clay: ['#f3e2d6', '#d6a58a', '#96604e'],
  moss: ['#e2e6d3', '#a3ad86', '#5d6b4d'],
  slate: ['#e6e9ee', '#a9b2bf', '#5d6877'],
  rose: ['#fbe3e8', '#eba9b8', '#ab5d7c'],
  honey: ['#fdf1c7', '#f2cc74', '#c4883c'],
  lagoon: ['#d5f3ec', '#7fcfc4', '#1f7a80'],
};

export const isCover = (address: string): boolean => Object.keys(COVERS).some((name) => coverUrl(name) === address);

/** A wide picture that may be cut at all sides. */
export function coverSvg([from, through, to]: readonly [string, string, string]): string {
  const stops = [from, through, to].map((colour, at) => `<stop offset="${at * 50}%" stop-color="${colour}"/>`).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 300" preserveAspectRatio="none"><defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1">${stops}</linearGradient></defs><rect width="1200" height="300" fill="url(#g)"/></svg>`;
}

/** A cover of the gallery by its address; undefined for any other address. */
export function coverDrawing(address: string): string | undefined {
  const colours = Object.entries(COVERS).find(([name]) => coverUrl(name) === address)?.[1];
  return colours && coverSvg(colours);
}
