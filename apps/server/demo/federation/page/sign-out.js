// A person who comes here has asked for it in the application already.
document.getElementById('op.logoutForm').submit();
