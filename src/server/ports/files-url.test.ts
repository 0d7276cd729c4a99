import { describe, expect, test } from 'vitest';
import { readConfig, type SettingError } from '../settings/config.ts';
import { filesName, readFilesUrl } from './files-url.ts';

describe('FILES_URL', () => {
  test.each([
    ['s3://photos?region=eu-central-1', 'https://s3.eu-central-1.amazonaws.com', 'eu-central-1', 'photos', ''],
    ['s3://photos/?region=eu-central-1', 'https://s3.eu-central-1.amazonaws.com', 'eu-central-1', 'photos', ''],
    ['s3://my.photos/carnet?endpoint=https://s3.example.com', 'https://s3.example.com', 'us-east-1', 'my.photos', 'carnet/'],
    ['s3://photos/a/b_2/?endpoint=https://s3.example.com:9000/&region=garage', 'https://s3.example.com:9000', 'garage', 'photos', 'a/b_2/'],
    ['s3://photos?endpoint=http://127.0.0.1:7480', 'http://127.0.0.1:7480', 'us-east-1', 'photos', ''],
    ['s3://photos?endpoint=http://[::1]:7480', 'http://[::1]:7480', 'us-east-1', 'photos', ''],
    ['s3://photos?endpoint=https%3A%2F%2Fs3.example.com', 'https://s3.example.com', 'us-east-1', 'photos', ''],
  ])('reads %s', (url, endpoint, region, bucket, prefix) => {
    expect(readFilesUrl(url)).toEqual({ endpoint, region, bucket, prefix });
  });

  test.each([
    'photos',
    'https://s3.example.com/photos',
    's3://photos',
    's3://photos/carnet',
    's3://key:secret@photos?region=eu-central-1',
    's3://photos:9000?region=eu-central-1',
    's3://photos?region=eu-central-1#x',
    's3://Photos_1?region=eu-central-1',
    's3://ab?region=eu-central-1',
    's3://photos/a//b?region=eu-central-1',
    's3://photos/a b?region=eu-central-1',
    's3://photos/%C3%A9?region=eu-central-1',
    's3://photos?region=eu central',
    's3://photos?region=',
    's3://photos?endpoint=s3.example.com',
    's3://photos?endpoint=https://s3.example.com/photos',
    's3://photos?endpoint=https://key@s3.example.com',
    's3://photos?endpoint=ftp://s3.example.com',
    's3://photos?endpoint=https://s3.example.com&style=path',
    's3://photos?endpoint=https://s3.example.com&endpoint=https://s3.example.org',
  ])('rejects %s', (url) => {
    expect(readFilesUrl(url)).toBeUndefined();
  });

  const KEYS = { FILES_ACCESS_KEY_ID: 'key', FILES_SECRET_ACCESS_KEY: 'the-secret' };
  const problemsOf = (env: Record<string, string>): readonly string[] => {
    try {
      readConfig(env);
      return [];
    } catch (error) {
      return (error as SettingError).problems;
    }
  };

  test('needs both keys, and is not shown with a problem', () => {
    const url = { FILES_URL: 's3://photos?region=eu-central-1' };
    expect(readConfig({}).files).toBeUndefined();
    expect(readConfig({ ...url, ...KEYS }).files).toMatchObject({ bucket: 'photos', accessKeyId: 'key', secretAccessKey: 'the-secret' });
    expect(problemsOf(url)).toEqual(['FILES_URL needs FILES_ACCESS_KEY_ID and FILES_SECRET_ACCESS_KEY as well.']);
    expect(problemsOf({ ...url, FILES_ACCESS_KEY_ID: 'key' })).toEqual(['FILES_URL needs FILES_SECRET_ACCESS_KEY as well.']);
    expect(problemsOf({ FILES_URL: 's3://the-secret@photos', ...KEYS })).toEqual([
      expect.stringMatching(/^The setting FILES_URL is not valid: it should be like s3:\/\/bucket\/prefix\?endpoint=/),
    ]);
    expect(problemsOf({ ...url, ...KEYS, FILES_SECRET_ACCESS_KEY: 'with a space' })).toEqual([
      expect.stringContaining('The setting FILES_SECRET_ACCESS_KEY is not valid'),
    ]);
    expect(problemsOf({ FILES_URL: 's3://photos', ...KEYS }).join()).not.toContain('the-secret');
  });

  test('has a name without credentials', () => {
    const place = readFilesUrl('s3://photos/carnet?endpoint=https://s3.example.com');
    expect(place && filesName(place)).toBe('photos/carnet/ at https://s3.example.com');
  });
});
