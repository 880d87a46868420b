import { useState } from 'react'

/** State for a dialog whose code loads when it opens for the first time. Render it while `wasOpened`, so that its closing is animated. */
export function useLazyOpen(isOpenAtFirst = false) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const [wasOpened, setWasOpened] = useState(isOpenAtFirst)
  const open = () => {
    setWasOpened(true)
    setOpen(true)
  }
  const close = () => setOpen(false)
  return { isOpen, wasOpened, open, close }
}
