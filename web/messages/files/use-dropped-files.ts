import { useEffect, useEffectEvent, useState } from 'react'

/** Takes files that are dropped anywhere on the page, or with null only keeps the page open. Returns whether some are over it now. */
export function useDroppedFiles(onDrop: ((files: File[]) => void) | null): boolean {
  const [isOver, setOver] = useState(false)
  const take = useEffectEvent((files: File[]) => onDrop?.(files))
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return
      // Otherwise the browser opens the file in place of the page.
      event.preventDefault()
      setOver(true)
    }
    window.addEventListener('dragover', over, { signal })
    window.addEventListener('dragleave', (event) => event.relatedTarget === null && setOver(false), { signal })
    window.addEventListener(
      'drop',
      (event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(false)
        take([...(event.dataTransfer?.files ?? [])])
      },
      { signal },
    )
    return () => controller.abort()
  }, [])
  return isOver && onDrop !== null
}
