import type { AppContext } from '../platform/context.ts'

/** One kind of file that people can open: where it is stored and who may see it. */
export type FileKind = {
  /** The folder in R2, and in the URL below `/files`. */
  folder: string
  /** The pattern of its keys. */
  key: RegExp
  /** The sizes in which each file is stored. Null if there is only one file. */
  sizes: readonly number[] | null
  /** `everyone` who knows the URL, or a check of the viewer. If the check fails, the answer is "not found". */
  maySee: 'everyone' | ((c: AppContext, key: string) => Promise<boolean>)
}
