import manifest from '../../../package.json' with { type: 'json' };

/** The commit of a package or a clone, from the script that starts Node; unknown without git. */
const commit = process.env.CARNET_COMMIT;

/** The version with the commit, as in the name of a package: between two releases, the version alone does not tell them apart. */
export const VERSION: string = commit ? `${manifest.version}-${commit}` : manifest.version;
