/**
 * Packages that the built server loads from node_modules: native libraries, packages that read files from their folder, and packages that
 * only some installations load. All others are bundled: reading their many small files took half of the startup time.
 */
export const EXTERNALS = [
  '@expo-google-fonts/geologica',
  '@fastify/swagger-ui',
  '@node-rs/argon2',
  'fontkit',
  'libphonenumber-js',
  'nodemailer',
  'pdfkit',
  'pg',
  'sharp',
];

/** Commands that an installed package has as well: scripts/<name>.ts. */
export const COMMANDS = ['admin', 'backup', 'doctor', 'health', 'migrate', 'photos', 'restore', 'user', 'version'];

/** Entry points of the browser code. The pictures only get a name that contains their hash. */
export const CLIENT_INPUT = ['src/web/entry-client.tsx', 'src/web/site/pictures.ts'];

/** In dist/<part>: name, version, identifier and text of the licence of each package that is bundled. */
export const LICENCES = '.vite/license.json';
