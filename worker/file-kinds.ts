import { formExportFolder } from '../domain/forms/paths.ts'
import { fileFolder, pictureFolder } from '../domain/messages/files.ts'
import { photoWidths } from '../domain/places/rules.ts'
import { pictureSizes } from '../domain/profiles/pictures.ts'
import { mayDownloadExport } from './data-exports/may-download.ts'
import type { FileKind } from './files/file-kind.ts'
import { mayDownloadFormExport } from './forms/exports.ts'
import { maySeeMessageFile } from './messages/may-see-file.ts'

/** A hash of the file's content, which nobody can guess. */
const hash = /^[\w-]{43}$/

/** The conversation and the file. */
const messageFileKey = /^(direct|group|team|topic|event)_[\w-]{1,64}\.[\da-f-]{36}$/

/** All kinds of files that people can open. To add a kind, add it here. */
export const fileKinds: readonly FileKind[] = [
  /** Profile pictures. */
  { folder: 'avatars', key: hash, sizes: pictureSizes, maySee: 'everyone' },
  /** Pictures of games, places and communities. */
  { folder: 'photos', key: hash, sizes: photoWidths, maySee: 'everyone' },
  { folder: 'exports', key: /^[\w-]{1,64}\.zip$/, sizes: null, maySee: mayDownloadExport },
  { folder: formExportFolder, key: /^[\w-]{1,64}\.(csv|zip)$/, sizes: null, maySee: mayDownloadFormExport },
  { folder: pictureFolder, key: messageFileKey, sizes: photoWidths, maySee: maySeeMessageFile },
  { folder: fileFolder, key: messageFileKey, sizes: null, maySee: maySeeMessageFile },
]
