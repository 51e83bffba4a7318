// What is costly to make, kept by what it is made from: the lately used, within a bound that each cache names.
import { LRUCache } from 'lru-cache';

/** Nothing kept here grows old: other inputs make another key. */
export class LruCache<Value extends NonNullable<unknown>, Key extends string | number = string> extends LRUCache<
  Key,
  Value
> {
  /**
   * @param bound how many entries; with `sizeOf`, memory of all keys and values, in characters of text
   * @param sizeOf memory of a value, in the same unit; what is larger than the bound is never kept
   */
  constructor(bound: number, sizeOf?: (value: Value) => number) {
    const sizeCalculation = sizeOf ? (value: Value, key: Key) => 1 + String(key).length + sizeOf(value) : () => 1;
    // With `max` in place of `maxSize` its memory would be taken at once.
    super({ maxSize: bound, sizeCalculation });
  }

  /** The value of this key, made unless it is still known. */
  getOrCreate(key: Key, make: () => Value): Value {
    const known = this.get(key);
    if (known !== undefined) return known;
    const value = make();
    this.set(key, value);
    return value;
  }
}
