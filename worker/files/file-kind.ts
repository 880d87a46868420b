import type { AppContext } from '../platform/context.ts'

/** One kind of file that people can open: where it lies and who may have it. */
export type FileKind = {
  /** In R2, and in its addresses below `/files`. */
  folder: string
  /** What its keys look like. */
  key: RegExp
  /** The sizes each file is kept in; null where it is one file. */
  sizes: readonly number[] | null
  /** `everyone` who knows the address, or a check of who is asking. What one may not see does not exist for them. */
  maySee: 'everyone' | ((c: AppContext, key: string) => Promise<boolean>)
}
