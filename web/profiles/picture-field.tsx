import { lazy, Suspense, useState, useTransition } from 'react'
import { pictureAt } from '../../domain/profiles/pictures.ts'
import { Avatar, type Face } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { joinClasses } from '../ui/class-names.ts'

const loadDialog = () => import('./avatar-dialog.tsx')
const AvatarDialog = lazy(loadDialog)

type PictureFieldProps = {
  /** The viewer themselves, as `useViewer()` or their own profile tells: what is saved here is always the viewer's. */
  face: Face
  /** Pixels of the face. */
  size?: number
  className?: string
}

/** One's own face, and the way to change it. It saves by itself, apart from any form around it. */
export function PictureField({ face, size = 96, className }: PictureFieldProps) {
  const [openings, setOpenings] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const [isLoading, startOpening] = useTransition()
  const open = () =>
    startOpening(() => {
      setOpenings(openings + 1)
      setOpen(true)
    })
  return (
    <div className={joinClasses('flex items-center gap-4.5', className)}>
      <Avatar face={{ ...face, pictureUrl: pictureAt(face.pictureUrl, size > 96 ? 640 : 256) }} size={size} isDecorative />
      <Button size="small" isPending={isLoading} onClick={open} onPointerEnter={() => void loadDialog()} onFocus={() => void loadDialog()}>
        Change picture
      </Button>
      <Suspense>{openings > 0 && <AvatarDialog key={openings} face={face} isOpen={isOpen} onClose={() => setOpen(false)} />}</Suspense>
    </div>
  )
}
