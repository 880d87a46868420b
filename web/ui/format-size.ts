/** Writes a size as people read it, such as "120 KB" or "3.4 MB". */
export function formatSize(bytes: number): string {
  const isLarge = bytes >= 1_000_000
  const format = new Intl.NumberFormat('en-US', { maximumFractionDigits: isLarge ? 1 : 0 })
  return isLarge ? `${format.format(bytes / 1_000_000)} MB` : `${format.format(Math.max(1, bytes / 1000))} KB`
}
