/**
 * The rows of these messages. `select` ends before WHERE, `rest` follows it. The messages of a page follow each other, and a range reads
 * only rows that exist, while a list reads each of its numbers as well.
 */
export function selectInSeqs<Row extends { seq: number } & Record<string, SqlStorageValue>>(
  sql: SqlStorage,
  select: string,
  seqs: readonly number[],
  rest = '',
): Row[] {
  if (seqs.length === 0) return []
  const [first, last] = [Math.min(...seqs), Math.max(...seqs)]
  if (last - first >= 2 * seqs.length)
    return sql.exec<Row>(`${select} WHERE seq IN (SELECT value FROM json_each(?)) ${rest}`, JSON.stringify(seqs)).toArray()
  const wanted = new Set(seqs)
  return sql
    .exec<Row>(`${select} WHERE seq BETWEEN ? AND ? ${rest}`, first, last)
    .toArray()
    .filter(({ seq }) => wanted.has(seq))
}
