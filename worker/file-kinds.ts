import { photoWidths } from '../domain/places/rules.ts'
import { pictureSizes } from '../domain/profiles/pictures.ts'
import { mayDownloadExport } from './data-exports/may-download.ts'
import type { FileKind } from './files/file-kind.ts'

/** A hash of what the file holds, which nobody can guess. */
const hash = /^[\w-]{43}$/

/** Every kind of file that people can open. A new kind is an entry here; one that not everyone may see is never kept by a cache. */
export const fileKinds: readonly FileKind[] = [
  /** Profile pictures. */
  { folder: 'avatars', key: hash, sizes: pictureSizes, maySee: 'everyone' },
  /** Pictures of games, places and communities. */
  { folder: 'photos', key: hash, sizes: photoWidths, maySee: 'everyone' },
  { folder: 'exports', key: /^[\w-]{1,64}\.zip$/, sizes: null, maySee: mayDownloadExport },
]
