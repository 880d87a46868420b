import { findPreviewLink } from '../../domain/messages/find-preview-link.ts'
import type { LinkPreview } from '../../domain/messages/link-preview.ts'
import type { SiteRules } from '../../domain/other-sites/judge-url.ts'
import { selectInSeqs } from './in-seqs.ts'

/** A link whose page is to be loaded. The id belongs to this link in this message, so an answer about an earlier one is recognized. */
export type DueLink = { seq: number; fetchId: string }

/** If the job of a link stopped halfway, it runs once more. */
const maxTries = 2
/** A queue takes so many jobs at once. */
const maxDueAtOnce = 100

const forgetWords = 'site_name = NULL, title = NULL, description = NULL'

/**
 * The link of each message that gets a preview, and what its page says. `state`: it is `due`, a job was `asked` to load it, it is `shown`, there
 * is `none`, or the author `removed` it. What was removed stays removed, whatever link the text gets later.
 */
export class LinkPreviews {
  readonly #sql: SqlStorage
  readonly #rules: SiteRules
  /** Most conversations have no links, and then nothing has to be looked up. */
  #hasAny: boolean

  constructor(sql: SqlStorage, rules: SiteRules) {
    this.#sql = sql
    this.#rules = rules
    this.#hasAny = sql.exec('SELECT 1 FROM link_previews LIMIT 1').toArray().length > 0
  }

  /** Keeps the link that a text has now, and forgets the one from before. Returns whether a page is to be loaded. */
  note(seq: number, text: string | null): boolean {
    const url = text === null ? null : findPreviewLink(text, this.#rules)
    if (url === null) {
      if (this.#hasAny) this.#sql.exec("DELETE FROM link_previews WHERE seq = ? AND state <> 'removed'", seq)
      return false
    }
    this.#hasAny = true
    const noted = this.#sql.exec(
      `INSERT INTO link_previews (seq, url, fetch_id, state) VALUES (?, ?, ?, 'due')
        ON CONFLICT DO UPDATE SET url = excluded.url, fetch_id = excluded.fetch_id, state = 'due', tries = 0, ${forgetWords}
        WHERE url <> excluded.url AND state <> 'removed' RETURNING 1`,
      seq,
      url,
      crypto.randomUUID(),
    )
    return noted.toArray().length > 0
  }

  /** Asks for the pages that are due. If it stops halfway, it asks for some of them again. */
  async sendDue(send: (links: DueLink[]) => Promise<void>): Promise<void> {
    while (this.#hasAny) {
      const due = this.#sql
        .exec<DueLink>("SELECT seq, fetch_id AS fetchId FROM link_previews WHERE state = 'due' LIMIT ?", maxDueAtOnce)
        .toArray()
      if (due.length === 0) return
      await send(due)
      // The text may have another link by now.
      for (const { seq, fetchId } of due)
        this.#sql.exec("UPDATE link_previews SET state = 'asked' WHERE seq = ? AND fetch_id = ? AND state = 'due'", seq, fetchId)
    }
  }

  /** The link that a job is about. Null if the text has another one by now, or the job has run before. */
  take({ seq, fetchId }: DueLink): string | null {
    const [row] = this.#sql
      .exec<{ url: string }>(
        `UPDATE link_previews SET tries = tries + 1 WHERE seq = ? AND fetch_id = ? AND state IN ('due', 'asked') AND tries < ? RETURNING url`,
        seq,
        fetchId,
        maxTries,
      )
      .toArray()
    return row?.url ?? null
  }

  /** Stores what was loaded, once. Returns false if the link is another one by now. */
  store({ seq, fetchId }: DueLink, preview: LinkPreview | null): boolean {
    const stored = this.#sql.exec(
      `UPDATE link_previews SET state = ?, site_name = ?, title = ?, description = ?
        WHERE seq = ? AND fetch_id = ? AND state IN ('due', 'asked') RETURNING 1`,
      preview ? 'shown' : 'none',
      preview?.siteName ?? null,
      preview?.title ?? null,
      preview?.description ?? null,
      seq,
      fetchId,
    )
    return stored.toArray().length > 0
  }

  /** Its author does not want it. Returns whether there was one, or one on its way. */
  remove(seq: number): boolean {
    const removed = this.#sql.exec(
      `UPDATE link_previews SET state = 'removed', url = '', ${forgetWords} WHERE seq = ? AND state <> 'removed' RETURNING 1`,
      seq,
    )
    return removed.toArray().length > 0
  }

  listBySeq(seqs: readonly number[]): ReadonlyMap<number, LinkPreview> {
    if (!this.#hasAny) return new Map()
    const select = 'SELECT seq, url, site_name AS siteName, title, description FROM link_previews'
    const rows = selectInSeqs<LinkPreview & { seq: number }>(this.#sql, select, seqs, "AND state = 'shown'")
    return new Map(rows.map(({ seq, ...preview }) => [seq, preview]))
  }

  eraseAuthor(authorId: string): void {
    if (!this.#hasAny) return
    this.#sql.exec('DELETE FROM link_previews WHERE seq IN (SELECT seq FROM messages WHERE author_id = ?)', authorId)
  }
}
