import { sql } from 'drizzle-orm'
import { asBoolean, computed } from '../platform/row-query.ts'
import { submissions as s } from './schema.ts'

/** Whether the person of submission `s` must add something before it counts. What was declined or withdrawn asks for nothing. */
export const isMissing = computed(sql`(${s.state} = 'asked' AND ${s.missing} IS NOT NULL)`, asBoolean)
