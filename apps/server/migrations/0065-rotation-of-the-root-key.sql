-- A rotation of the root key wraps the secrets of the installation again; it changes nothing else of them.
grant update (wrapped) on system_secrets to perenne_app;
