/** Moves the focus from the field of `container` through the links below it, by one step. Tab reaches them as well. */
export function moveBetweenResults(event: KeyboardEvent, container: HTMLElement | null, field: HTMLElement | null): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || !(event.target instanceof Node) || !container?.contains(event.target)) return
  const stops = [field, ...container.querySelectorAll<HTMLElement>('[data-found] a')].filter((stop) => stop !== null)
  const next = stops[stops.indexOf(document.activeElement as HTMLElement) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
