import { mutationOptions } from '@tanstack/react-query'
import { readAnswer } from '../../api.ts'

/** Stores a picture for the form. It is drawn again first, no larger than it is shown and without what cameras write into it. */
export const addingPicture = (formId: string) =>
  mutationOptions({
    mutationFn: async (file: File) => {
      const { preparePhoto } = await import('../../places/prepare-photo.ts')
      const photo = await preparePhoto(file)
      return readAnswer<{ pictureId: string }>(
        fetch(`/api/forms/${encodeURIComponent(formId)}/pictures`, {
          method: 'POST',
          headers: { 'content-type': photo.type },
          body: photo,
        }),
      )
    },
  })
