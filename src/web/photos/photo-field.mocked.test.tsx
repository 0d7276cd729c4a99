import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { show } from '#tests/support/component.tsx';
import { type Photo, preparePhoto } from './photo.ts';
import { PhotoField } from './photo-field.tsx';

vi.mock('./photo.ts', () => ({ preparePhoto: vi.fn() }));

beforeEach(() => {
  vi.mocked(preparePhoto).mockImplementation(async (file) => ({ image: file, name: file.name, shrunkFrom: undefined }));
  URL.createObjectURL ??= () => 'blob:photo';
  URL.revokeObjectURL ??= () => undefined;
});

const drawn: string[] = [];
const drawingOf = (key: string) => ({
  key,
  draw: async (): Promise<Photo> => {
    drawn.push(key);
    return { image: new Blob([key]), name: `drawing of ${key}`, shrunkFrom: undefined, drawnFor: key };
  },
});

interface FieldProps {
  isRemovable?: boolean;
  hasCurrent?: boolean;
}

function Field({ isRemovable = false, hasCurrent = isRemovable }: FieldProps) {
  const [photo, setPhoto] = useState<Photo>();
  const [key, setKey] = useState('a red car');
  const [current, setCurrent] = useState(hasCurrent ? '/api/images/x' : undefined);
  const [states, setStates] = useState('');
  const remove = () => {
    setPhoto(undefined);
    setCurrent(undefined);
  };
  return (
    <>
      <PhotoField
        photo={photo}
        current={current}
        drawing={isRemovable ? undefined : drawingOf(key)}
        error={undefined}
        path="photo"
        onPhoto={setPhoto}
        {...(isRemovable && { onRemove: remove })}
        onPreparation={(state) => setStates((previous) => `${previous} ${state}`.trim())}
      />
      <output>{states}</output>
      <button type="button" onClick={() => setKey('a blue car')}>
        blue
      </button>
    </>
  );
}

function shown(props: FieldProps = {}) {
  drawn.length = 0;
  const page = show(<Field {...props} />);
  const [file, camera] = page.container.querySelectorAll<HTMLInputElement>('input[type=file]');
  return { ...page, file: file as HTMLInputElement, camera: camera as HTMLInputElement };
}

test('a drawing replaces the photo and is redrawn in a new colour; the focus stays in the field', async () => {
  const { say, user, file, container } = shown();
  await user.click(screen.getByRole('button', { name: say('forms:photo.draw') }));
  await screen.findByText('drawing of a red car');
  expect(container.querySelector('output')?.textContent).toBe('busy ready');
  await waitFor(() => expect(document.activeElement).toBe(file));
  expect(screen.queryByRole('button', { name: say('forms:photo.draw') })).toBeNull();
  await user.click(screen.getByText('blue'));
  await screen.findByText('drawing of a blue car');
  expect(drawn).toEqual(['a red car', 'a blue car']);
});

test('a drawing can replace the stored photo', async () => {
  const { say, user } = shown({ hasCurrent: true });
  expect(screen.getByAltText(say('forms:photo.current'))).toBeDefined();
  await user.click(screen.getByRole('button', { name: say('forms:photo.drawInstead') }));
  await screen.findByAltText(say('forms:photo.preview'));
  expect(screen.getByText('drawing of a red car')).toBeDefined();
  expect(screen.queryByAltText(say('forms:photo.current'))).toBeNull();
  expect(screen.queryByRole('button', { name: say('forms:photo.drawInstead') })).toBeNull();
});

test('a photo replaces the drawing and is not overwritten by a redraw', async () => {
  const { say, user, file } = shown();
  await user.click(screen.getByRole('button', { name: say('forms:photo.draw') }));
  await screen.findByText('drawing of a red car');
  await user.upload(file, new File(['x'], 'mine.jpg', { type: 'image/jpeg' }));
  await screen.findByText('mine.jpg');
  await user.click(screen.getByText('blue'));
  expect(drawn).toEqual(['a red car']);
  expect(screen.getByText('mine.jpg')).toBeDefined();
});

test('a failed drawing shows an error', async () => {
  const { say, user } = shown();
  const broken = vi.spyOn(drawn, 'push').mockImplementation(() => {
    throw new Error('no canvas');
  });
  await user.click(screen.getByRole('button', { name: say('forms:photo.draw') }));
  await screen.findByText(say('forms:photo.notDrawn'));
  broken.mockRestore();
});

test('a photo can be taken with the camera', async () => {
  const { say, user, camera, file } = shown();
  expect(camera.getAttribute('capture')).toBe('environment');
  expect(file.hasAttribute('capture')).toBe(false);
  expect(screen.getByLabelText(say('forms:photo.take'))).toBe(camera);
  await user.upload(camera, new File(['x'], 'camera.jpg', { type: 'image/jpeg' }));
  await screen.findByText('camera.jpg');
});

test('an optional photo can be removed, even while another is being prepared', async () => {
  const { say, user, file } = shown({ isRemovable: true });
  const prepared = Promise.withResolvers<Photo>();
  vi.mocked(preparePhoto).mockReturnValue(prepared.promise);
  await user.upload(file, new File(['x'], 'late.jpg', { type: 'image/jpeg' }));
  await user.click(screen.getByRole('button', { name: say('forms:photo.remove') }));
  prepared.resolve({ image: new Blob(), name: 'late.jpg', shrunkFrom: undefined });
  await waitFor(() => expect(document.activeElement).toBe(file));
  expect(screen.queryByText('late.jpg')).toBeNull();
  expect(screen.queryByRole('img')).toBeNull();
  expect(screen.queryByRole('button', { name: say('forms:photo.remove') })).toBeNull();
});
