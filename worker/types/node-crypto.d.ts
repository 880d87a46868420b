/** The part of node:crypto this Worker uses; Node's own types would bring a second set of globals. */
declare module 'node:crypto' {
  export type ScryptOptions = { N: number; r: number; p: number }
  export function scrypt(
    password: string,
    salt: Uint8Array,
    length: number,
    options: ScryptOptions,
    done: (error: Error | null, key: Uint8Array) => void,
  ): void
  export function timingSafeEqual(a: Uint8Array, b: Uint8Array): boolean
}
