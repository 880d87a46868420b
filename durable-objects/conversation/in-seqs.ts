type InSeqs = { condition: string; bindings: (number | string)[] }

/**
 * A condition for rows of these messages, which may find some of others between them. The messages of a page follow each other, and a
 * range reads only rows that exist, while a list reads each of its numbers as well.
 */
export function inSeqs(seqs: readonly number[]): InSeqs {
  const [first, last] = [Math.min(...seqs), Math.max(...seqs)]
  if (last - first < 2 * seqs.length) return { condition: 'seq BETWEEN ? AND ?', bindings: [first, last] }
  return { condition: 'seq IN (SELECT value FROM json_each(?))', bindings: [JSON.stringify(seqs)] }
}
