import type { MessageFile } from '../../domain/messages/files.ts'
import { listFileKeys } from '../../domain/messages/files.ts'
import type { Env } from '../env.ts'
import type { ExportFile } from '../platform/person-data.ts'

const maxMessagesPerCall = 100
const maxListedFiles = 10_000
/** The export is packed in memory. The files beyond this are only listed: their author can open them in the conversation. */
const maxExportedBytes = 30 * 1024 * 1024

type SentFile = MessageFile & { conversationId: string; sentAt: number; seq: number }

/** The files that a person has sent, the latest first in each conversation. */
async function listSentFiles(env: Env, userId: string, conversationIds: readonly string[]): Promise<SentFile[]> {
  const files: SentFile[] = []
  for (const conversationId of conversationIds) {
    for (let before = Number.MAX_SAFE_INTEGER; files.length < maxListedFiles; ) {
      const page = await env.CONVERSATION.getByName(conversationId).listFilesOf(userId, before, maxMessagesPerCall)
      files.push(...page.map((file) => ({ ...file, conversationId })))
      const last = page.at(-1)
      if (!last) break
      before = last.seq
    }
  }
  return files
}

/** The name of each file in the export. Null for those that are too much for it. */
async function nameFiles(env: Env, userId: string, conversationIds: readonly string[]): Promise<(SentFile & { path: string | null })[]> {
  const files = await listSentFiles(env, userId, conversationIds)
  let bytes = 0
  return files.map((file, index) => {
    bytes += file.size
    return { ...file, path: bytes > maxExportedBytes ? null : `messages/files/${index + 1}-${file.name}` }
  })
}

/** Lists all files that a person has sent, and says which of them are in the export. */
export const listExportedFiles = async (env: Env, userId: string, conversationIds: readonly string[]): Promise<Record<string, unknown>[]> =>
  (await nameFiles(env, userId, conversationIds)).map(({ conversationId, name, kind, size, description, sentAt, path }) => ({
    ...{ conversation: conversationId, name, kind, size, description },
    ...{ sentAt: new Date(sentAt).toISOString(), inThisExport: path },
  }))

export async function readExportedFiles(env: Env, userId: string, conversationIds: readonly string[]): Promise<ExportFile[]> {
  const files: ExportFile[] = []
  for (const { conversationId, path, ...file } of await nameFiles(env, userId, conversationIds)) {
    // The last one is the largest version of a picture.
    const stored = path === null ? null : await env.FILES.get(listFileKeys(conversationId, file).at(-1) ?? '')
    if (stored && path !== null) files.push({ name: path, what: 'a file that you sent', bytes: new Uint8Array(await stored.arrayBuffer()) })
  }
  return files
}
