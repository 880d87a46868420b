import { useViewer } from '../app-state.ts'
import { PictureField } from '../profiles/picture-field.tsx'

/** The person's own form, and what concerns their account. */
export default function GeneralTab() {
  const viewer = useViewer()
  return viewer && <PictureField face={viewer} />
}
