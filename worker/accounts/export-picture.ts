import { eq } from 'drizzle-orm'
import { readFirst } from '../platform/batch.ts'
import type { ExportFile, PersonData } from '../platform/person-data.ts'
import { users } from './schema.ts'

/** The largest stored size of the person's picture. */
export const exportPicture: NonNullable<PersonData['exportFiles']> = async (db, userId, { FILES }): Promise<ExportFile[]> => {
  const person = await readFirst(db, db.select({ photoKey: users.photoKey }).from(users).where(eq(users.id, userId)))
  if (!person?.photoKey) return []
  const { objects } = await FILES.list({ prefix: `avatars/${person.photoKey}/`, limit: 20, include: ['httpMetadata'] })
  const [largest] = objects.toSorted((a, b) => b.size - a.size)
  const file = largest && (await FILES.get(largest.key))
  if (!file) return []
  const type = file.httpMetadata?.contentType?.split('/')[1]?.replace('jpeg', 'jpg') ?? 'jpg'
  const ending = /^\w{2,5}$/.test(type) ? type : 'jpg'
  return [{ name: `picture.${ending}`, what: 'your picture', bytes: new Uint8Array(await file.arrayBuffer()) }]
}
