import { lazy, Suspense, useState, useTransition } from 'react'
import { resizePictureUrl } from '../../domain/profiles/pictures.ts'
import { Avatar, type Face } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { joinClasses } from '../ui/class-names.ts'

const loadDialog = () => import('./avatar-dialog.tsx')
const AvatarDialog = lazy(loadDialog)

type PictureFieldProps = {
  /** Must be the viewer, from `useViewer()` or their own profile, because this field always saves the viewer's picture. */
  face: Face
  /** Size of the picture in pixels. */
  size?: number
  buttonLabel?: string
  className?: string
}

/** The viewer's own picture with a button to change it. It saves the picture at once, independent of any form around it. */
export function PictureField({ face, size = 96, buttonLabel = 'Change picture', className }: PictureFieldProps) {
  const [openCount, setOpenCount] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const [isLoading, startOpening] = useTransition()
  const open = () =>
    startOpening(() => {
      setOpenCount(openCount + 1)
      setOpen(true)
    })
  return (
    <div className={joinClasses('flex items-center gap-4.5', className)}>
      <Avatar face={{ ...face, pictureUrl: resizePictureUrl(face.pictureUrl, size > 96 ? 640 : 256) }} size={size} isDecorative />
      <Button size="small" isPending={isLoading} onClick={open} onPointerEnter={() => void loadDialog()} onFocus={() => void loadDialog()}>
        {buttonLabel}
      </Button>
      <Suspense>{openCount > 0 && <AvatarDialog key={openCount} face={face} isOpen={isOpen} onClose={() => setOpen(false)} />}</Suspense>
    </div>
  )
}
