import { hc } from 'hono/client'
import type { FormFile } from '../../../domain/forms/files.ts'
import type { FormFileRoutes } from '../../../worker/forms/file-routes.ts'
import { awaitSuccess, readAnswer } from '../../api.ts'
import { postBlob } from '../../post-blob.ts'
import type { FilePort } from './file-uploads.ts'

const forms = hc<FormFileRoutes>('/api/forms')

type PortOptions = {
  formId: string
  version: number
  code: string | null
  /** The secret from the link by which the person went on. */
  resume: string | null
  /** Who fills it by the code that hosts of a game show. */
  guest: string | null
  /** The key with which the form will be sent. It changes when the person starts again. */
  readSecret: () => string
  /** The submission that is being changed, with the key from its link. */
  submission?: { id: string; key: string | null }
}

/** Sends the files of a form that is filled or changed. */
export function makeFilePort({ formId, version, code, readSecret, resume, guest, submission }: PortOptions): FilePort {
  return {
    post: ({ field, name, key, blob }, onProgress) => {
      const query = new URLSearchParams({
        ...{ field, name, secret: readSecret(), idempotencyKey: key, version: String(version) },
        ...(code !== null && { code }),
        ...(resume !== null && { resume }),
        ...(guest !== null && { guest }),
        ...(submission && { submissionId: submission.id, ...(submission.key !== null && { key: submission.key }) }),
      })
      return readAnswer<FormFile>(postBlob(`/api/forms/${encodeURIComponent(formId)}/files?${query}`, blob, onProgress))
    },
    remove: (fileId) =>
      awaitSuccess(
        forms[':id'].files[':fileId'].$delete({
          param: { id: formId, fileId },
          query: { secret: readSecret(), ...(resume !== null && { resume }) },
        }),
      ),
  }
}
