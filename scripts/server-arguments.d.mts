export declare const serverArguments: readonly string[];
export declare const serverEnvironment: { NODE_COMPILE_CACHE: string };
