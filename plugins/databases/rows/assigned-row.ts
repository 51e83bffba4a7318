// A row as whoever has to do it finds it: what it is called, where it is, until when, and how far.
import type { Option } from '../model.ts';

export interface AssignedRow {
  id: number;
  title: string;
  icon: string;
  database: string;
  /** a day or a moment */
  due: string | null;
  state: Option | undefined;
}
